package staff

import "loket/internal/platform/language"

var messages = language.NewTable("identity_staff")

// The messages of this package.
var (
	msgIDForm   = messages.Add("id_form", "Id must be above 0 and below 1,000,000,000", "ID harus lebih dari 0 dan kurang dari 1.000.000.000")
	msgRoleName = messages.Add("role_name", "Name must have 2 to 32 small letters, digits or underscores",
		"Nama harus terdiri dari 2 sampai 32 huruf kecil, angka, atau garis bawah")
	msgNoPermission = messages.Add("no_permission", "There is no permission %d", "Tidak ada izin %d")
	msgNoStaffRole  = messages.Add("no_staff_role", "is not a role of staff", "bukan peran staf")
	msgNoFeature    = messages.Add("no_feature", "There is no feature %q", "Tidak ada fitur %q")
	msgSelf         = messages.Add("self", "You can't change your own account", "Anda tidak dapat mengubah akun Anda sendiri")
	msgLastOwner    = messages.Add("last_owner", "The last owner stays", "Pemilik terakhir harus tetap ada")
	msgSameRole     = messages.Add("same_role", "is the role that the user has", "sudah menjadi peran pengguna ini")
)
