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

{{/* Ports at which peers reach this part; nothing when it only asks others, such as brokers. */}}
{{- define "c4i.peerPorts" -}}
{{- if eq .part "wan" }}
{{- range .Values.wan.linkPorts }}
- {protocol: UDP, port: {{ . }}}
{{- end }}
{{- else }}
{{- with .Values.node.jmsPort }}
- {protocol: TCP, port: {{ . }}}
{{- end }}
{{- with .Values.node.ddsPorts }}
- {protocol: UDP, port: {{ index . 0 }}, endPort: {{ index . 1 }}}
{{- end }}
{{- end }}
{{- end -}}
