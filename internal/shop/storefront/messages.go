package storefront

import "loket/internal/platform/language"

var messages = language.NewTable("storefront")

// The texts of this package. English texts that docs/product/shop.md quotes stay to the letter.
var (
	msgConflict    = messages.Add("conflict", "The configuration was changed meanwhile", "Konfigurasi sudah diubah sementara itu")
	msgNone        = messages.Add("none", "The shop is not set up yet", "Toko belum disiapkan")
	msgName        = messages.Add("name", "Please enter a valid name", "Masukkan nama yang valid")
	msgNameLong    = messages.Add("name_long", "Web App Name must be less than %d characters.", "Nama Web App harus kurang dari %d karakter.")
	msgLogo        = messages.Add("logo", "Please upload a logo image", "Unggah gambar logo")
	msgImage       = messages.Add("image", "is not an uploaded image", "bukan gambar yang diunggah")
	msgPaymentLink = messages.Add("payment_link", "Please update payment link url on Payment Integration page",
		"Perbarui url tautan pembayaran di halaman Payment Integration")
	msgLink = messages.Add("link", "Please enter a valid URL with protocol, of a public host",
		"Masukkan URL yang valid dengan protokol, dari host publik")
	msgBanners      = messages.Add("banners", "At most %d banners", "Paling banyak %d banner")
	msgBannerImage  = messages.Add("banner_image", "Please add the image before activating the banner.", "Tambahkan gambar sebelum mengaktifkan banner.")
	msgBannerName   = messages.Add("banner_name", "must be text of at most %d characters", "harus teks paling banyak %d karakter")
	msgContactEmail = messages.Add("contact_email", "Enter an e-mail address such as help@example.com", "Masukkan alamat email seperti bantuan@example.com")
	msgPopular      = messages.Add("popular", "Maximum %d popular products allowed.", "Maksimal %d produk terpopuler.")
	msgOperator     = messages.Add("operator", "is not an operator of this shop", "bukan operator toko ini")
	msgColor        = messages.Add("color", "Invalid hex color", "Warna hex tidak valid")
	msgUnreadable   = messages.Add("unreadable", "can't be read on its background: the contrast is %s:1, at least %s:1 is needed", "tidak terbaca di atas latarnya: kontrasnya %s:1, minimal %s:1")
	msgRadius       = messages.Add("radius", "must be from 0 to %d", "harus dari 0 sampai %d")
	msgOnlyImages   = messages.Add("only_images", "Only image files are allowed", "Hanya berkas gambar yang diperbolehkan")
	msgImageKind    = messages.Add("image_kind", "%s files can't be used; choose a PNG, JPEG, WebP or GIF", "Berkas %s tidak dapat dipakai; pilih PNG, JPEG, WebP, atau GIF")
	msgImageLarge   = messages.Add("image_large", "Image must be smaller than %dMB!", "Gambar harus lebih kecil dari %dMB!")
	msgImagePixels  = messages.Add("image_pixels", "The image has more than %d million pixels", "Gambar melebihi %d juta piksel")
	msgImageMoves   = messages.Add("image_moves", "The image is animated; choose a still one", "Gambar ini beranimasi; pilih gambar diam")
	msgImageBroken  = messages.Add("image_broken", "The image is damaged or incomplete", "Gambar rusak atau tidak lengkap")
	msgImageMissing = messages.Add("image_missing", "Choose an image", "Pilih gambar")
	msgImagesMany   = messages.Add("images_many", "There are %d images that the shop doesn't use. Try again tomorrow, when the oldest are deleted",
		"Ada %d gambar yang tidak dipakai toko. Coba lagi besok, setelah yang terlama dihapus")
	msgOneFile    = messages.Add("one_file", "Upload one image at a time", "Unggah satu gambar sekaligus")
	msgBelowNet   = messages.Add("below_net", "The price would be below the net price", "Harga akan di bawah harga beli")
	msgBelowNetOf = messages.Add("below_net_of", "%s has the net price %s", "%s punya harga beli %s")
	msgPercent    = messages.Add("percent", "Margin percentage cannot exceed 100%.", "Persentase margin tidak boleh melebihi 100%.")
	msgMargin     = messages.Add("margin", "Invalid margin value", "Nilai margin tidak valid")
	msgNotSold    = messages.Add("not_sold", "%s is not a SKU of this shop", "%s bukan SKU toko ini")
	msgSKUs       = messages.Add("skus", "Name 1 to %d SKUs", "Sebutkan 1 sampai %d SKU")
)
