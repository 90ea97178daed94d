package publichost_test

import (
	"net/netip"
	"strings"
	"testing"

	"loket/internal/platform/publichost"
)

func TestURLs(t *testing.T) {
	t.Parallel()

	table := map[bool][]string{
		true: {
			"https://bayar.majugames.id/checkout?a=1#b", "http://majugames.id", "HTTPS://MAJUGAMES.ID:8443/", "https://majugames.id:65535/", "https://majugames.id.",
			"https://8.8.8.8/", "https://100.63.255.255/", "https://100.128.0.1/", "https://172.32.0.1/", "https://198.20.0.1/", "https://[2001:4860:4860::8888]/", "https://[::ffff:8.8.8.8]/",
			"https://[2001:200::1]/", "https://[2a00:1450::1]:8443/", "https://a_b.majugames.id/", "https://xn--bayar-lua.id", "https://xn--fiqs8s.xn--fiqs8s/", "https://1and1.com/", "https://3.id/",
		},
		false: {
			// No address, another protocol, credentials.
			"", "-", "majugames.id", "//majugames.id", "javascript:alert(1)", "data:text/html,x", "ftp://majugames.id", "https://", "https:majugames.id", "https:///a",
			"https://user@majugames.id", "https://user:pass@majugames.id", "https://@majugames.id", "https://majugames.id@evil.id", `https://majugames.id\@evil.id`,
			"https://maju\tgames.id", "https://majugames.id/\n", "https://majugames.id /", "https://majugames.id/\u200b", "https://" + strings.Repeat("a", 2048) + ".id",
			// Ports.
			"https://majugames.id:0/", "https://majugames.id:65536/", "https://majugames.id:99999/", "https://majugames.id:-1/", "https://majugames.id:a/", "https://8.8.8.8:70000/",
			// This machine and private networks.
			"https://localhost/", "https://127.0.0.1/", "https://127.9.9.9/", "https://0.0.0.0/", "https://0.1.2.3/", "https://10.1.2.3/", "https://192.168.0.1", "https://172.16.0.1", "https://172.31.255.255/",
			"https://169.254.169.254/", "https://100.64.0.1/", "https://100.127.255.255/", "https://[::1]/", "https://[::]/", "https://[fd00::1]/", "https://[fe80::1]/", "https://[fe80::1%25eth0]/", "https://[fec0::1]/",
			// IPv4 within IPv6.
			"https://[::ffff:10.0.0.1]/", "https://[::ffff:7f00:1]/", "https://[::10.0.0.1]/", "https://[::127.0.0.1]/", "http://[64:ff9b::a00:1]/", "http://[64:ff9b::808:808]/", "http://[64:ff9b:1::a00:1]/",
			"http://[2002:a00:1::]/", "http://[2001::1]/", "http://[2001:0:a00:1::]/", "http://[2001:10::1]/", "http://[2001:20::1]/", "http://[2001:2::1]/",
			// Documentation, benchmarks, multicast, reserved.
			"https://192.0.0.8/", "https://192.0.2.1/", "https://198.51.100.1/", "https://203.0.113.7/", "https://198.18.0.1/", "https://198.19.255.255/", "https://192.88.99.1/", "https://224.0.0.1/",
			"https://240.0.0.1/", "https://255.255.255.255/", "https://[2001:db8::1]/", "https://[3fff::1]/", "https://[ff02::1]/", "https://[100::1]/", "https://[5f00::1]/", "https://[4000::1]/",
			// Other ways to write an address.
			"https://2130706433/", "https://0x7f.1/", "https://0x7f000001/", "https://0177.0.0.1/", "https://127.1/", "https://127.0.1/", "https://127.0.0.1./", "https://8.8.8.0x8/", "https://010.8.8.8/",
			"http://①②⑦.⓪.⓪.①/", "http://１２７.０.０.１/", "http://127。0。0。1/", "http://%e2%91%a0.1/", "http://١٢٧.0.0.1/", "http://𝟏𝟐𝟕.0.0.1/", "https://%31%32%37.0.0.1/",
			// Names that are not in the public DNS.
			"https://intranet/", "https://printer.local/", "https://db.internal/", "https://LOCALHOST/", "https://a.localhost/", "https://a.localdomain/", "https://router.lan/", "https://a.home.arpa/", "https://a.test/",
			"https://a.onion/", "https://a..id/", "https://.id/", "https://.", "https://-a.id/", "https://a-.id/", "https://a!b.id/", "https://" + strings.Repeat("a", 64) + ".id/", "https://" + strings.Repeat("abcdefg.", 32) + "id/",
			// Names that look like another one: other scripts unless in the form of the DNS, and there neither mixed nor in Latin's clothes.
			"https://mаjugames.id/", "https://majugames。id/", "https://ｍajugames.id/", "https://ｍaju.id/", "https://soft\u00adhyphen.id/", "https://xn--mjugames-4fg.id/", "https://xn--80ak6aa92e.com/", "https://xn--/", "https://xn--a.id/",
		},
	}

	for want, links := range table {
		for _, link := range links {
			if got := publichost.IsURL(link, false); got != want {
				t.Errorf("%q: %t", link, got)
			}
		}
	}

	for link, want := range map[string]bool{
		"http://127.0.0.1:8090/pay": true, "http://localhost/": true, "http://[::1]/": true, "http://10.0.0.1/": false, "http://127.0.0.1:99999/": false, "http://0.0.0.0/": false,
	} {
		if got := publichost.IsURL(link, true); got != want {
			t.Errorf("%q with this machine: %t", link, got)
		}
	}
}

// FuzzAddress proves that no way to write an IPv4 address within IPv6 makes a private one public.
func FuzzAddress(f *testing.F) {
	f.Add([]byte{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 10, 0, 0, 1})
	f.Add([]byte{0x20, 0x02, 10, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0})

	f.Fuzz(func(t *testing.T, raw []byte) {
		ip, ok := netip.AddrFromSlice(raw)
		if !ok || !publichost.IsPublic(ip) {
			return
		}

		if u := ip.Unmap(); u.IsPrivate() || u.IsLoopback() || u.IsLinkLocalUnicast() || u.IsMulticast() || u.IsUnspecified() {
			t.Errorf("%s is public", ip)
		}
	})
}
