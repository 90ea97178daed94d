package upstream

import (
	"fmt"
	"net/url"
	"strconv"
	"time"
)

const maxSpan = time.Hour

// setBool sets a setting that is on or off, where the form names it.
func setBool(form url.Values, name string, target *bool) error {
	if !form.Has(name) {
		return nil
	}

	value, err := strconv.ParseBool(form.Get(name))
	if err != nil {
		return fmt.Errorf("%w %s: true or false", ErrFaultSetting, name)
	}

	*target = value

	return nil
}

// setDuration sets a setting that is a time.
func setDuration(form url.Values, name string, target *time.Duration) error {
	if !form.Has(name) {
		return nil
	}

	value, err := time.ParseDuration(form.Get(name))
	if err != nil || value > maxSpan {
		return fmt.Errorf("%w %s: a time such as 3s or 250ms, at most %s", ErrFaultSetting, name, maxSpan)
	}

	*target = value

	return nil
}

// setShare sets a setting that is a share in percent.
func setShare(form url.Values, name string, target *int) error {
	if !form.Has(name) {
		return nil
	}

	value, err := strconv.Atoi(form.Get(name))
	if err != nil || value < 0 || value > percent {
		return fmt.Errorf("%w %s: 0 to %d", ErrFaultSetting, name, percent)
	}

	*target = value

	return nil
}

// setSeed sets the seed of the chaos.
func setSeed(form url.Values, target *uint64) error {
	const name = "seed"
	if !form.Has(name) {
		return nil
	}

	value, err := strconv.ParseUint(form.Get(name), 10, 64)
	if err != nil {
		return fmt.Errorf("%w %s: a whole number", ErrFaultSetting, name)
	}

	*target = value

	return nil
}
