package demo

// family is one operator with its products. `list` has one product per line, `suffix|name|price`; the code is
// prefix and suffix.
type family struct {
	code, name, kind string // operator code, name and type
	wallet           string
	prefix           string
	brand, category  string // at the suppliers; empty follows from name and type
	list             string
	closed           bool // the operator is inactive
}

// credit writes phone credit of a brand: nominal in thousands and price.
type credit struct {
	code, name string
	prices     string
}

func credits() []credit {
	return []credit{
		{"TSEL", "Telkomsel", "5=5350 10=10250 15=15150 20=20125 25=25050 30=30025 40=39950 50=49875 60=59800 75=74700 80=79650 100=98900 150=148350 200=197800 300=296700 500=494500 1000=989000"},
		{"ISAT", "Indosat", "5=5900 10=10850 12=12800 15=15500 20=20400 25=24950 30=29900 40=39700 50=49350 60=59100 80=78600 100=97400 150=146300 200=195200 250=244000"},
		{"XL", "XL", "5=5950 10=10900 15=15000 25=24950 30=29900 50=49700 100=98800 150=148200 200=197600 300=296400 500=494000"},
		{"AXIS", "AXIS", "5=5950 10=10900 15=15000 25=24950 30=29900 40=39800 50=49700 60=59600 100=98800 150=148200 200=197600"},
		{"TRI", "Tri", "1=1450 2=2450 3=3400 5=5350 10=10150 15=14950 20=19800 25=24700 30=29500 50=49000 75=73500 100=97900 150=146900 200=195800"},
		{"SMART", "Smartfren", "5=5150 10=10050 15=14950 20=19800 25=24700 30=29600 50=49200 60=59000 75=73800 100=98200 150=147300 200=196400 300=294600 500=491000"},
		{"BYU", "by.U", "5=5400 10=10300 15=15200 20=20150 25=25100 30=30050 40=40000 50=49900 75=74800 100=99200 150=148900"},
	}
}

func packages() []family { return append(bigPackages(), otherPackages()...) }

func data(code, name, prefix, list string) family {
	return family{code: code, name: name, kind: "data", wallet: "level_1", prefix: prefix, list: list}
}

func bigPackages() []family {
	return []family{
		data("TSELD", "Telkomsel Data", "TSELD", `
			1G1|Telkomsel Flash 1 GB 1 Hari|10850
			1G7|Telkomsel Flash 1 GB 7 Hari|17600
			2G3|Telkomsel Flash 2 GB 3 Hari|17900
			2G7|Telkomsel Flash 2 GB 7 Hari|24750
			3G7|Telkomsel Flash 3 GB 7 Hari|31200
			4G30|Telkomsel Combo Sakti 4 GB 30 Hari|45900
			5G7|Telkomsel Flash 5 GB 7 Hari|44500
			7G30|Telkomsel Combo Sakti 7 GB 30 Hari|63250
			10G30|Telkomsel OMG 10 GB 30 Hari|76400
			14G30|Telkomsel Combo Sakti 14 GB 30 Hari|88700
			18G30|Telkomsel OMG 18 GB 30 Hari|97300
			27G30|Telkomsel Combo Sakti 27 GB 30 Hari|124500
			35G30|Telkomsel OMG 35 GB 30 Hari|146900
			50G30|Telkomsel Combo Sakti 50 GB 30 Hari|183400
			75G30|Telkomsel Orbit 75 GB 30 Hari|226000`),
		data("ISATD", "Indosat Data", "ISATD", `
			1G7|Indosat Freedom 1 GB 7 Hari|11400
			2G5|Indosat Freedom 2 GB 5 Hari|13900
			3G30|Indosat Freedom 3 GB|21750
			5G30|Indosat Freedom 5 GB|28450
			6G30|Indosat Freedom 6 GB|31900
			8G30|Indosat Freedom 8 GB|42600
			10G30|Indosat Freedom 10 GB|48900
			12G30|Indosat Freedom 12 GB|58250
			15G30|Indosat Freedom 15 GB|64800
			20G30|Indosat Freedom 20 GB|78300
			30G30|Indosat Freedom 30 GB|99400
			40G30|Indosat Freedom 40 GB|121500
			U5|Indosat Freedom U 5 GB|49700
			U10|Indosat Freedom U 10 GB|73900`),
		data("XLD", "XL Data", "XLD", `
			HR1|XL HotRod 1 GB 30 Hari|24900
			HR3|XL HotRod 3 GB 30 Hari|41800
			FX5|XL Xtra Combo Flex 5 GB|36500
			FX10|XL Xtra Combo Flex 10 GB|55700
			FX15|XL Xtra Combo Flex 15 GB|71900
			FX24|XL Xtra Combo Flex 24 GB|92600
			FX38|XL Xtra Combo Flex 38 GB|118400
			BB2|XL Bebas Puas 2 GB 7 Hari|16300
			BB6|XL Bebas Puas 6 GB 7 Hari|32900
			AK12|XL Akrab S 12 GB|52800
			AK32|XL Akrab M 32 GB|81200
			AK55|XL Akrab L 55 GB|104700`),
	}
}

func otherPackages() []family {
	return []family{
		data("AXISD", "AXIS Data", "AXISD", `
			B1|AXIS Bronet 1 GB 30 Hari|15600
			B2|AXIS Bronet 2 GB 30 Hari|22900
			B3|AXIS Bronet 3 GB 30 Hari|29700
			B5|AXIS Bronet 5 GB 30 Hari|41300
			B8|AXIS Bronet 8 GB 30 Hari|55400
			B12|AXIS Bronet 12 GB 30 Hari|71600
			O1|AXIS Owsem 1 GB 7 Hari|10900
			O4|AXIS Owsem 4 GB 30 Hari|26800
			O16|AXIS Owsem 16 GB 30 Hari|62400
			W1|AXIS Warnet 1 GB 3 Jam|4300`),
		data("TRID", "Tri Data", "TRID", `
			AON1|Tri AlwaysOn 1 GB|9950
			AON3|Tri AlwaysOn 3 GB|24700
			AON6|Tri AlwaysOn 6 GB|42300
			AON9|Tri AlwaysOn 9 GB|57800
			AON12|Tri AlwaysOn 12 GB|69500
			H5|Tri Happy 5 GB 7 Hari|19400
			H7|Tri Happy 7 GB 7 Hari|24300
			H10|Tri Happy 10 GB 7 Hari|29100
			H18|Tri Happy 18 GB 30 Hari|58900
			H42|Tri Happy 42 GB 30 Hari|96700
			H100|Tri Happy 100 GB 30 Hari|148200`),
		data("SMARTD", "Smartfren Data", "SMARTD", `
			V2|Smartfren Kuota Volume 2 GB|18700
			V4|Smartfren Kuota Volume 4 GB|20900
			V8|Smartfren Kuota Volume 8 GB|29800
			V16|Smartfren Kuota Volume 16 GB|45600
			V30|Smartfren Kuota Volume 30 GB|60300
			V60|Smartfren Kuota Volume 60 GB|100900
			U7|Smartfren Unlimited Harian 7 Hari|23700
			U14|Smartfren Unlimited Harian 14 Hari|41500
			U28|Smartfren Unlimited Harian 28 Hari|77400
			N30|Smartfren Unlimited Nonstop 30 GB|86300`),
	}
}

// ewallet is the wallet of another company: fixed amounts in thousands with one fee each.
type ewallet struct {
	code, name, wallet string
	fee                int64
	openFee            int64
}

func ewallets() []ewallet {
	return []ewallet{
		{"GOPAY", "GoPay", "level_2", 950, 1000},
		{"DANA", "DANA", "multibiller", 600, 700},
		{"OVO", "OVO", "level_2", 1000, 1100},
		{"SHOPEEPAY", "ShopeePay", "level_2", 850, 900},
		{"LINKAJA", "LinkAja", "multibiller", 750, 850},
		{"ISAKU", "i.saku", "multibiller", 500, 600},
	}
}

func ewalletAmounts() []int64 { return []int64{10, 20, 25, 40, 50, 75, 100, 150, 200, 250, 300, 500} }

func cards() []family {
	card := func(code, name, prefix string) family {
		return family{code: code, name: name, kind: "emoney", wallet: "level_1", prefix: prefix}
	}

	return []family{
		card("EMANDIRI", "Mandiri e-money", "EMDR"), card("BRIZZI", "BRI Brizzi", "BRIZZI"),
		card("TAPCASH", "BNI TapCash", "TAP"), card("FLAZZ", "BCA Flazz", "FLAZZ"),
	}
}

func cardAmounts() []int64 { return []int64{20, 50, 100, 150, 200, 300, 500, 1000} }

func games() []family {
	game := func(code, name, prefix, list string) family {
		return family{code: code, name: name, kind: "game", wallet: "level_2", prefix: prefix, list: list}
	}

	return []family{
		game("MLBB", "Mobile Legends", "MLBB", `
			5|MLBB 5 Diamonds|1550
			12|MLBB 12 Diamonds|3400
			28|MLBB 28 Diamonds|7700
			59|MLBB 59 Diamonds|15800
			86|MLBB 86 Diamonds|22750
			172|MLBB 172 Diamonds|45350
			257|MLBB 257 Diamonds|67900
			344|MLBB 344 Diamonds|90600
			514|MLBB 514 Diamonds|135400
			706|MLBB 706 Diamonds|180900
			W|MLBB Weekly Diamond Pass|28400
			T|MLBB Twilight Pass|149500`),
		game("FF", "Free Fire", "FF", `
			5|Free Fire 5 Diamonds|950
			12|Free Fire 12 Diamonds|1900
			50|Free Fire 50 Diamonds|7300
			70|Free Fire 70 Diamonds|9750
			140|Free Fire 140 Diamonds|19400
			355|Free Fire 355 Diamonds|48300
			720|Free Fire 720 Diamonds|96200
			1450|Free Fire 1450 Diamonds|193500
			M|Free Fire Membership Mingguan|29300`),
		game("PUBGM", "PUBG Mobile", "PUBG", `
			60|PUBG Mobile 60 UC|14600
			120|PUBG Mobile 120 UC|29100
			325|PUBG Mobile 325 UC|72400
			660|PUBG Mobile 660 UC|144300
			1800|PUBG Mobile 1800 UC|361500`),
		game("GENSHIN", "Genshin Impact", "GI", `
			60|Genshin Impact 60 Genesis Crystals|15300
			330|Genshin Impact 330 Genesis Crystals|73700
			1090|Genshin Impact 1090 Genesis Crystals|229000
			W|Genshin Impact Blessing of the Welkin Moon|74800`),
		game("HOK", "Honor of Kings", "HOK", `
			80|Honor of Kings 80 Tokens|14200
			240|Honor of Kings 240 Tokens|42500
			400|Honor of Kings 400 Tokens|70700
			560|Honor of Kings 560 Tokens|98900`),
		game("VALORANT", "Valorant", "VAL", `
			475|Valorant 475 Points|52900
			1000|Valorant 1000 Points|105800
			2050|Valorant 2050 Points|211700
			3650|Valorant 3650 Points|370300`),
		game("ROBLOX", "Roblox", "RBX", `
			80|Roblox 80 Robux|15900
			400|Roblox 400 Robux|78800
			800|Roblox 800 Robux|156900
			1700|Roblox 1700 Robux|314000`),
		{code: "STEAM", name: "Steam Wallet IDR", kind: "game_close_amount", wallet: "level_2", prefix: "STEAM", list: `
			12|Steam Wallet IDR 12.000|14900
			45|Steam Wallet IDR 45.000|55300
			60|Steam Wallet IDR 60.000|72800
			90|Steam Wallet IDR 90.000|108700
			120|Steam Wallet IDR 120.000|144600
			250|Steam Wallet IDR 250.000|299500
			400|Steam Wallet IDR 400.000|478000`},
	}
}

func vouchers() []family {
	voucher := func(code, name, prefix, list string) family {
		return family{code: code, name: name, kind: "voucher", wallet: "level_1", prefix: prefix, list: list}
	}

	return []family{
		voucher("GPLAY", "Google Play", "GP", `
			5|Google Play 5.000|5900
			10|Google Play 10.000|10900
			20|Google Play 20.000|20800
			50|Google Play 50.000|50600
			100|Google Play 100.000|100300
			150|Google Play 150.000|150100
			300|Google Play 300.000|299500
			500|Google Play 500.000|498800`),
		voucher("SPOTIFY", "Spotify Premium", "SPOT", `
			M1|Spotify Premium 1 Bulan|53900
			M3|Spotify Premium 3 Bulan|159800
			M12|Spotify Premium 12 Bulan|549000`),
		voucher("VIDIO", "Vidio Premier", "VID", `
			M1|Vidio Platinum 1 Bulan|28700
			M3|Vidio Platinum 3 Bulan|78900
			M12|Vidio Platinum 12 Bulan|213000
			D1|Vidio Diamond 1 Bulan|112500`),
		voucher("VIU", "Viu Premium", "VIU", `
			D7|Viu Premium 7 Hari|9800
			M1|Viu Premium 1 Bulan|27600
			M12|Viu Premium 12 Bulan|208000`),
		voucher("WIFIID", "Wifi.id", "WIFI", `
			5|Wifi.id 12 Jam|4850
			20|Wifi.id 7 Hari|19400
			50|Wifi.id 30 Hari|48300`),
	}
}

func abroad() []family {
	abroad := func(code, name, prefix, list string) family {
		return family{code: code, name: name, kind: "mobile_international", wallet: "level_2", prefix: prefix, list: list}
	}

	return []family{
		abroad("MAXIS", "Maxis Malaysia", "MXS", "\n5|Maxis MYR 5|20900\n10|Maxis MYR 10|40600\n30|Maxis MYR 30|119700\n50|Maxis MYR 50|198500"),
		abroad("SINGTEL", "Singtel Singapore", "SGT", "\n8|Singtel SGD 8|101500\n10|Singtel SGD 10|126800\n18|Singtel SGD 18|226900\n28|Singtel SGD 28|352300"),
		abroad("GLOBE", "Globe Philippines", "GLB", "\n50|Globe PHP 50|16400\n100|Globe PHP 100|31800\n300|Globe PHP 300|93700\n500|Globe PHP 500|155600"),
	}
}
