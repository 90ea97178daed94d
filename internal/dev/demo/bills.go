package demo

// biller is an operator with bills of one kind. Each line of its list is one product, `suffix|name`. All of its
// products have the same fee on top of the bill.
type biller struct {
	code, name, kind string
	prefix           string
	brand            string
	fee              int64
	list             string
	closed           bool
}

// billers cover the postpaid types (docs/product/products.md#groups). All are paid by the
// multibiller wallet.
func billers() []biller { return append(households(), institutions()...) }

// households are utilities and subscriptions.
func households() []biller {
	return []biller{
		{
			code: "PLNPOST", name: "PLN Pascabayar", kind: "electricity_postpaid", prefix: "PLNPOST",
			brand: "PLN PASCABAYAR", fee: 450, list: `
			|PLN Pascabayar
			NT|PLN Nontaglis`,
		},
		{code: "PDAM", name: "PDAM", kind: "pdam", prefix: "PDAM", brand: "PDAM", fee: 400, list: `
			SBY|PDAM Surabaya
			BDG|PDAM Bandung
			JKT|PAM Jaya Jakarta
			SMG|PDAM Semarang
			MLG|PDAM Malang
			DPS|PDAM Denpasar
			MDN|PDAM Tirtanadi Medan
			PLB|PDAM Tirta Musi Palembang
			MKS|PDAM Makassar
			BGR|PDAM Tirta Pakuan Bogor
			YGY|PDAM Tirtamarta Yogyakarta
			SLO|PDAM Surakarta
			BJM|PDAM Bandarmasih Banjarmasin
			PTK|PDAM Tirta Khatulistiwa Pontianak`},
		{code: "BPJS", name: "BPJS", kind: "bpjs", prefix: "BPJS", brand: "BPJS KESEHATAN", fee: 350, list: `
			KES|BPJS Kesehatan
			TK|BPJS Ketenagakerjaan
			TKPU|BPJS Ketenagakerjaan Penerima Upah`},
		{code: "HALO", name: "Telkomsel Halo", kind: "mobile_postpaid", prefix: "HALO", brand: "HALO", fee: 500, list: `
			|Telkomsel Halo`},
		{code: "XLPRIO", name: "XL Prioritas", kind: "mobile_postpaid", prefix: "XLPRIO", brand: "XL PRIORITAS", fee: 500, list: `
			|XL Prioritas`},
		{code: "ISATPOST", name: "IM3 Pascabayar", kind: "mobile_postpaid", prefix: "IM3POST", brand: "MATRIX", fee: 500, list: `
			|IM3 Pascabayar`},
		{code: "SMARTPOST", name: "Smartfren Pascabayar", kind: "mobile_postpaid", prefix: "SFPOST", brand: "SMARTFREN POSTPAID", fee: 500, list: `
			|Smartfren Pascabayar`},
		{code: "TELKOM", name: "Telkom", kind: "telephone_postpaid", prefix: "TELKOM", brand: "INTERNET", fee: 600, list: `
			|Telkom Telepon Rumah
			IH|IndiHome`},
		{code: "ISP", name: "Internet", kind: "telephone_postpaid", prefix: "ISP", brand: "INTERNET", fee: 750, list: `
			BIZ|Biznet Home
			MYR|MyRepublic
			CBN|CBN Fiber
			FM|First Media
			ICON|ICONNET`},
		{code: "TVPOST", name: "TV Kabel", kind: "tv_postpaid", prefix: "TV", brand: "TV", fee: 700, list: `
			TRV|Transvision
			MNC|MNC Vision
			KVS|K-Vision Pascabayar
			NEX|Nex Parabola`},
		{code: "PGN", name: "PGN", kind: "gas_postpaid", prefix: "PGN", brand: "PGAS", fee: 500, list: `
			|Gas Negara PGN
			M|Pertagas Niaga`},
	}
}

// institutions are instalments, insurance, taxes and fees.
func institutions() []biller {
	return []biller{
		{code: "FINANCE", name: "Multifinance", kind: "multifinance", prefix: "MF", brand: "MULTIFINANCE", fee: 1000, list: `
			FIF|FIF Group
			ADR|Adira Finance
			BAF|BAF
			WOM|WOM Finance
			MEGA|Mega Finance
			MCF|MCF
			OTO|OTO Finance
			MPM|MPM Finance
			COL|Columbia
			HCI|Home Credit Indonesia`},
		{code: "ASURANSI", name: "Asuransi", kind: "insurance", prefix: "INS", brand: "ASURANSI", fee: 1000, list: `
			JWS|Jiwasraya
			PRU|Prudential
			AXA|AXA Mandiri
			ALZ|Allianz
			MNL|Manulife`},
		{code: "KARTUKREDIT", name: "Kartu Kredit", kind: "credit_card", prefix: "CC", brand: "KARTU KREDIT", fee: 2000, list: `
			BCA|Kartu Kredit BCA
			MDR|Kartu Kredit Mandiri
			BNI|Kartu Kredit BNI
			BRI|Kartu Kredit BRI
			CIMB|Kartu Kredit CIMB Niaga
			DNM|Kartu Kredit Danamon`},
		{code: "PBB", name: "PBB", kind: "pbb", prefix: "PBB", brand: "PBB", fee: 1000, list: `
			CMH|PBB Kota Cimahi
			BDG|PBB Kota Bandung
			SBY|PBB Kota Surabaya
			TGR|PBB Kota Tangerang
			BKS|PBB Kota Bekasi
			DPK|PBB Kota Depok
			SMG|PBB Kota Semarang
			BGR|PBB Kabupaten Bogor`},
		{code: "PAJAKMOTOR", name: "Pajak Kendaraan", kind: "vehicle_tax", prefix: "PKB", brand: "SAMSAT", fee: 1500, list: `
			DKI|Pajak Kendaraan DKI Jakarta
			BTN|Pajak Kendaraan Banten
			DIY|Pajak Kendaraan DI Yogyakarta`},
		{code: "ESAMSAT", name: "e-Samsat", kind: "esamsat", prefix: "ESM", brand: "SAMSAT", fee: 1500, list: `
			JBR|e-Samsat Jawa Barat
			JTG|e-Samsat Jawa Tengah
			JTM|e-Samsat Jawa Timur
			BALI|e-Samsat Bali`},
		{code: "SAMOLNAS", name: "Samolnas", kind: "samolnas", prefix: "SAMOLNAS", brand: "SAMSAT", fee: 1500, list: `
			|Samsat Online Nasional`},
		{code: "SPP", name: "SPP", kind: "spp", prefix: "SPP", brand: "SPP", fee: 1000, list: `
			UI|SPP Universitas Indonesia
			ITB|SPP Institut Teknologi Bandung
			UNAIR|SPP Universitas Airlangga
			BINUS|SPP Binus University`},
		{code: "IPL", name: "IPL", kind: "ipl", prefix: "IPL", brand: "IPL", fee: 1000, list: `
			SMB|IPL Summarecon Bekasi
			BSD|IPL BSD City
			CTR|IPL Citra Raya`},
		{code: "TVLAMA", name: "Aora TV", kind: "tv_postpaid", prefix: "AORA", brand: "TV", fee: 700, closed: true, list: `
			|Aora TV`},
	}
}
