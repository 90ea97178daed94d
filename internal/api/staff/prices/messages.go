package prices

import "loket/internal/platform/language"

var messages = language.NewTable("staff_prices")

var (
	msgTag        = messages.Add("tag", "The tag of the preview is needed", "Tag pratinjau wajib diisi")
	msgNotAllowed = messages.Add("not_allowed", "You may not change prices of this kind", "Anda tidak boleh mengubah harga jenis ini")
)
