package shop

import "loket/internal/platform/language"

var messages = language.NewTable("portal/shop")

var (
	msgOnePricing = messages.Add("one_pricing", "Give one of recommended, marginPercentCSP, marginAmountCSP and committedSellPrice",
		"Isi salah satu: recommended, marginPercentCSP, marginAmountCSP, committedSellPrice")
	msgFixedPricing  = messages.Add("fixed_pricing", "must be true with committedSellPrice, and only then", "harus true bersama committedSellPrice, dan hanya saat itu")
	msgPercentForm   = messages.Add("percent_form", "must be a number with at most two decimals", "harus angka dengan paling banyak dua desimal")
	msgUnseenVersion = messages.Add("unseen_version", "No version was named, so this change replaced whatever was there", "Versi tidak disebutkan, sehingga perubahan ini menimpa apa pun yang ada")
)
