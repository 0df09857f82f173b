"""Makes JSON schemas for kubeconform of the API description of Kubernetes (Swagger 2.0, standard input).

One file per kind below the directory given, and one that holds all definitions. A field that an object does not have is refused.
"""

import json
import pathlib
import sys

ALL = "_definitions.json"
QUANTITY = "io.k8s.apimachinery.pkg.api.resource.Quantity"


def strict(schema):
    if isinstance(schema, list):
        return [strict(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if schema.get("format") == "int-or-string":
        return {"oneOf": [{"type": "string"}, {"type": "integer"}]}
    # Below "properties" a field may be called "$ref"; its value is a schema then.
    made = {key: ALL + value if key == "$ref" and isinstance(value, str) else strict(value) for key, value in schema.items()}
    if isinstance(made.get("properties"), dict):
        made.setdefault("additionalProperties", False)
    return made


def file_name(kind):
    """As kubeconform asks for it: {{.ResourceKind}}{{.KindSuffix}}."""
    parts = (kind["kind"], kind["group"].split(".")[0], kind["version"])
    return "-".join(part for part in parts if part).lower() + ".json"


directory = pathlib.Path(sys.argv[1])
directory.mkdir(parents=True)
definitions = json.load(sys.stdin)["definitions"]
schemas = {name: strict(definition) for name, definition in definitions.items()}
schemas[QUANTITY] = {"oneOf": [{"type": "string"}, {"type": "number"}]}
(directory / ALL).write_text(json.dumps({"definitions": schemas}))
for name, definition in definitions.items():
    for kind in definition.get("x-kubernetes-group-version-kind", []):
        (directory / file_name(kind)).write_text(json.dumps({"$ref": f"{ALL}#/definitions/{name}"}))
