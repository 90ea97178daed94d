package analytics

import (
	"context"
	"math"
)

// Change is the change of a figure in per cent with one decimal. From 0 to 0 it is 0, from 0 to more 100.
func Change(now, before int64) float64 {
	if before == 0 {
		if now == 0 {
			return 0
		}

		return 100 //nolint:mnd // per cent
	}

	return percent(now-before, before)
}

// percent is a share in per cent with one decimal; 0 of nothing.
func percent(part, whole int64) float64 {
	if whole == 0 {
		return 0
	}

	return math.Round(float64(part)*1000/float64(whole)) / 10 //nolint:mnd // tenths
}

// Total is the sum of a range, and its change to the previous period.
type Total struct {
	Sum    int64
	Change float64 // per cent
}

// Overview is what was sold.
type Overview struct {
	GMV, Margin, Orders Total // whole rupiah; orders: their number
	Daily               []DayFigures
}

// Overview sums the delivered orders of a range.
func (s *Service) Overview(ctx context.Context, clientID int64, r Range) (Overview, error) {
	now, err := s.days(ctx, clientID, r)
	if err != nil {
		return Overview{}, err
	}

	before, err := s.days(ctx, clientID, r.Previous())
	if err != nil {
		return Overview{}, err
	}

	total := func(of func(DayFigures) int64) Total {
		var sum, earlier int64

		for i := range now {
			sum += of(now[i])
			earlier += of(before[i])
		}

		return Total{sum, Change(sum, earlier)}
	}

	return Overview{
		GMV:    total(func(f DayFigures) int64 { return f.GMV }),
		Margin: total(func(f DayFigures) int64 { return f.Margin }),
		Orders: total(func(f DayFigures) int64 { return f.Orders }),
		Daily:  now,
	}, nil
}

// Sessions are the days of a range with their numbers of sessions.
func (s *Service) Sessions(ctx context.Context, clientID int64, r Range) ([]DayFigures, error) {
	return s.days(ctx, clientID, r)
}

// ProductSales are the SKUs of which most were delivered; Name is the operator's name, Value the SKU's.
func (s *Service) ProductSales(ctx context.Context, clientID int64, r Range) ([]RankedRow, error) {
	list, err := s.rank(ctx, clientID, sales, r)
	if err != nil {
		return nil, err
	}

	n, err := s.names(ctx)
	if err != nil {
		return nil, err
	}

	for i := range list {
		list[i].Name, list[i].Value = n.operator(list[i].Name), n.product(list[i].Value)
	}

	return list, nil
}

// ComponentClicks are the most clicked components. Value is an operator's name, a SKU's, or empty.
func (s *Service) ComponentClicks(ctx context.Context, clientID int64, r Range) ([]RankedRow, error) {
	list, err := s.rank(ctx, clientID, componentClicks, r)
	if err != nil {
		return nil, err
	}

	n, err := s.names(ctx)
	if err != nil {
		return nil, err
	}

	for i := range list {
		list[i].Value = n.product(n.operator(list[i].Value))
	}

	return list, nil
}

// BannerClicks are the most clicked banners.
func (s *Service) BannerClicks(ctx context.Context, clientID int64, r Range) ([]RankedRow, error) {
	return s.rank(ctx, clientID, bannerClicks, r)
}
