package demo

// gameParts are what games ask of players, in the form of destination.ParseParts.
func gameParts(operator string) string {
	return map[string]string{
		"MLBB":     "userId digits 5-12 123456780; zoneId digits 3-6 2010",
		"FF":       "userId digits 6-12 551203880",
		"PUBGM":    "userId digits 6-12 5123456780",
		"GENSHIN":  "userId digits 9-10 812345678; server list os_usa=America|os_euro=Europe|os_asia=Asia|os_cht=TW-HK-MO os_asia",
		"HOK":      "userId digits 6-20 551203880",
		"VALORANT": "userId riot 3-16 Budi Santoso#ID1",
		"ROBLOX":   "userId word 3-20 budi_santoso",
		"STEAM":    "userId word 2-64 budi_santoso",
	}[operator]
}
