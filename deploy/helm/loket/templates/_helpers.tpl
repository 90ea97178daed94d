{{- define "loket.labels" -}}
app.kubernetes.io/name: loket
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Values.image.tag | default .Chart.AppVersion | quote }}
{{- end }}

{{- define "loket.selector" -}}
app.kubernetes.io/name: loket
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: serve
{{- end }}

{{- define "loket.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "loket.podSecurity" -}}
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
fsGroup: 65532
seccompProfile: {type: RuntimeDefault}
{{- end }}

{{- define "loket.security" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: {drop: [ALL]}
{{- end }}

{{- define "loket.environment" -}}
- {name: LOKET_DATA, value: /data}
- {name: LOKET_LISTEN, value: "0.0.0.0:8080"}
- {name: LOKET_ADMIN_LISTEN, value: "0.0.0.0:9090"}
{{- if .Values.staff.enabled }}
- {name: LOKET_STAFF_LISTEN, value: "0.0.0.0:8081"}
{{- end }}
{{- if .Values.files }}
- {name: LOKET_SUPPLIERS, value: /files/suppliers.json}
- {name: LOKET_BANKS, value: /files/banks.json}
{{- end }}
{{- range $name, $value := .Values.settings }}
- {name: {{ $name }}, value: {{ $value | quote }}}
{{- end }}
{{- end }}
