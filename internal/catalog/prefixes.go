package catalog

import "strings"

// Prefix names the operator of the mobile numbers that start with it. It is a
// hint for people. No number is refused by it, since published tables are often
// wrong.
type Prefix struct {
	Digits   string
	Operator string // code of the operator of type mobile
}

// prefixes by operator, from the published tables of suppliers. The prefixes of
// by.U are within Telkomsel's 0851.
func prefixes() map[string]string {
	return map[string]string{
		"BYU":   "085154 085155 085156 085157 085158",
		"TSEL":  "0811 0812 0813 0821 0822 0823 0851 0852 0853",
		"ISAT":  "0814 0815 0816 0855 0856 0857 0858",
		"TRI":   "0895 0896 0897 0898 0899",
		"XL":    "0817 0818 0819 0859 0877 0878 0879",
		"AXIS":  "0831 0832 0833 0837 0838",
		"SMART": "0881 0882 0883 0884 0885 0886 0887 0888 0889",
	}
}

// longestPrefix is the length of the longest prefix.
const longestPrefix = 6

// Prefixes lists the known mobile prefixes in no particular order.
func Prefixes() []Prefix {
	out := []Prefix{}

	for operator, list := range prefixes() {
		for digits := range strings.FieldsSeq(list) {
			out = append(out, Prefix{digits, operator})
		}
	}

	return out
}

// OperatorOf guesses the operator of a mobile number in national form (08...). The
// longest prefix wins. The result is empty when none matches.
func OperatorOf(number string) string { return NewNetworks().Of(number) }
