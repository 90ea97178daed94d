import { useRef, useState } from 'react';

import type { ShopBanner } from '@shared/shop/shop-data';

import { countedBanner } from '@/events/shop-event';
import { useTexts } from '@/language/language';
import { Icon } from '@/parts/icons';

import { homeTexts } from './home-texts';

interface Props {
  banners: readonly ShopBanner[];
  /** In the preview, banners lead nowhere. */
  isPreview: boolean;
}

/** A swipe is at least so many pixels long. */
const swipe = 40;

/** The banners, one at a time: by swipe, by the buttons below, and with a mouse by arrows. It never moves by itself. */
export function BannerCarousel({ banners, isPreview }: Props) {
  const texts = useTexts(homeTexts);
  const [slide, setSlide] = useState(0);
  const start = useRef<number | null>(null);
  const count = banners.length;
  const current = Math.min(slide, count - 1);
  const move = (by: number) => setSlide((current + by + count) % count);
  if (count === 0) return null;
  return (
    <section
      aria-roledescription="carousel"
      aria-label={texts.banners}
      onTouchStart={(event) => {
        start.current = event.touches[0]?.clientX ?? null;
      }}
      onTouchEnd={(event) => {
        const moved = (event.changedTouches[0]?.clientX ?? 0) - (start.current ?? 0);
        if (start.current !== null && Math.abs(moved) >= swipe) move(moved < 0 ? 1 : -1);
        start.current = null;
      }}
    >
      <div className="group relative overflow-hidden rounded-tile bg-band shadow-lg shadow-black/15">
        <ul
          className="flex touch-pan-y transition-transform duration-300 motion-reduce:transition-none"
          style={{ transform: `translateX(-${current * 100}%)` }}
        >
          {banners.map((banner, index) => (
            <li
              key={`${banner.image} ${banner.name} ${banner.href}`}
              aria-roledescription="slide"
              aria-label={texts.slide(index + 1, count)}
              inert={index !== current}
              className="aspect-[320/100] w-full shrink-0"
            >
              <Banner banner={banner} isLink={banner.href !== '' && !isPreview} />
            </li>
          ))}
        </ul>
        {count > 1 && (
          <div data-may-overlap="the buttons of the carousel are on its pictures">
            <Arrow side="left" label={texts.previousBanner} onPress={() => move(-1)} />
            <Arrow side="right" label={texts.nextBanner} onPress={() => move(1)} />
          </div>
        )}
      </div>
      {count > 1 && (
        <div className="mt-1 flex justify-center">
          {banners.map((banner, index) => (
            <button
              key={`${banner.image} ${banner.name} ${banner.href}`}
              type="button"
              aria-label={texts.showBanner(index + 1)}
              aria-current={index === current}
              className="flex size-6 items-center justify-center"
              onClick={() => setSlide(index)}
            >
              <span className={`h-1.5 rounded-full ${index === current ? 'w-[18px] bg-link' : 'w-1.5 bg-control'}`} />
            </button>
          ))}
        </div>
      )}
    </section>
  );
}

function Banner({ banner, isLink }: { banner: ShopBanner; isLink: boolean }) {
  const picture = <img src={banner.image} alt={banner.name} className="size-full object-cover" draggable={false} />;
  if (!isLink) return picture;
  return (
    <a
      {...countedBanner(banner.name, banner.href)}
      href={banner.href}
      rel="noopener noreferrer"
      className="block size-full -outline-offset-4"
    >
      {picture}
    </a>
  );
}

function Arrow({ side, label, onPress }: { side: 'left' | 'right'; label: string; onPress: () => void }) {
  const sideClass = side === 'left' ? 'left-2' : 'right-2';
  return (
    <button
      type="button"
      aria-label={label}
      className={`absolute top-1/2 hidden size-8 -translate-y-1/2 items-center justify-center rounded-full bg-black/60 text-white opacity-0 transition-opacity group-hover:opacity-100 focus-visible:opacity-100 pointer-fine:flex ${sideClass}`}
      onClick={onPress}
    >
      <Icon name={side} size={18} />
    </button>
  );
}
