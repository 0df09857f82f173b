{{- define "c4i.name" -}}
{{- printf "%s-%s" .Release.Name .part | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{- define "c4i.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end -}}

{{- define "c4i.labels" -}}
{{ include "c4i.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | quote }}
{{- end -}}

{{- define "c4i.image" -}}
{{ .Values.image.repository }}:{{ default .Chart.AppVersion .Values.image.tag }}
{{- end -}}

{{/* An unprivileged user, nothing to write but /tmp, no token of the cluster. */}}
{{- define "c4i.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile: {type: RuntimeDefault}
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "c4i.container" -}}
image: {{ include "c4i.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: {drop: [ALL]}
{{- end -}}

{{/* Variables of the container from Secrets. */}}
{{- define "c4i.environment" -}}
{{- with (get .Values .part).secretEnvironment }}
env:
  {{- range $variable, $from := . }}
  - name: {{ $variable }}
    valueFrom:
      secretKeyRef: {name: {{ $from.secret | quote }}, key: {{ $from.key | quote }}}
  {{- end }}
{{- end }}
{{- end -}}

{{/* Health is asked at the port and in the scheme of the values: a file that moves it elsewhere would have the pod ended for ever. */}}
{{- define "c4i.checkWeb" -}}
{{- $values := get .Values .part }}
{{- if dig "management" "server" "port" "" $values.config }}
{{- fail (printf "%s.config: management.server.port moves health away from %s.port, where the probes ask; remove it" .part .part) }}
{{- end }}
{{- if and (dig "server" "ssl" dict $values.config) (ne (default "HTTP" $values.scheme) "HTTPS") }}
{{- if hasKey $values "scheme" }}{{ fail (printf "%s.config has server.ssl; set %s.scheme to HTTPS" .part .part) }}{{ end }}
{{- fail (printf "%s.config: server.ssl is not supported here, the probes ask by HTTP" .part) }}
{{- end }}
{{- end -}}

{{- define "c4i.probes" -}}
{{- $values := get .Values .part }}
{{- $scheme := default "HTTP" $values.scheme }}
startupProbe:
  httpGet: {path: /actuator/health/liveness, port: http, scheme: {{ $scheme }}}
  periodSeconds: 2
  # A migration of the schema may take an hour, and would begin anew.
  failureThreshold: {{ if eq (toString (dig "c4i" "database" "migrate" false $values.config)) "true" }}1800{{ else }}60{{ end }}
livenessProbe:
  httpGet: {path: /actuator/health/liveness, port: http, scheme: {{ $scheme }}}
  periodSeconds: 10
  timeoutSeconds: 3
readinessProbe:
  httpGet: {path: /actuator/health/readiness, port: http, scheme: {{ $scheme }}}
  periodSeconds: 5
  timeoutSeconds: 3
{{- end -}}

{{/* The directory of the configuration, not the file: whoever looks for changes of the file sees them. */}}
{{- define "c4i.mounts" -}}
- {name: config, mountPath: /etc/c4i, readOnly: true}
- {name: tmp, mountPath: /tmp}
{{- if (get .Values .part).secretFiles }}
- {name: secrets, mountPath: /run/secrets/c4i, readOnly: true}
{{- end }}
{{- end -}}

{{- define "c4i.volumes" -}}
- {name: config, configMap: {name: {{ include "c4i.name" . }}}}
- {name: tmp, emptyDir: {sizeLimit: 256Mi}}
{{- with (get .Values .part).secretFiles }}
- {name: secrets, secret: {secretName: {{ . | quote }}, defaultMode: 288}}
{{- end }}
{{- end -}}

{{/* Where the pod may run. */}}
{{- define "c4i.placement" -}}
{{- $values := get .Values .part }}
{{- with $values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* Ports at which peers reach this part; nothing when it only asks others, such as brokers. */}}
{{- define "c4i.peerPorts" -}}
{{- $values := get .Values .part }}
{{- range $values.linkPorts }}
- {protocol: UDP, port: {{ . }}}
{{- end }}
{{- with $values.jmsPort }}
- {protocol: TCP, port: {{ . }}}
{{- end }}
{{- with $values.ddsPorts }}
- {protocol: UDP, port: {{ index . 0 }}, endPort: {{ index . 1 }}}
{{- end }}
{{- end -}}
