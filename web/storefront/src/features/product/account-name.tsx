import { useTexts } from '@/language/language';
import { Icon } from '@/parts/icons';

import { productTexts } from './product-texts';

/** The name behind the destination. Its line is there from the start, so that nothing moves. */
export function AccountName({ name }: { name: string }) {
  const texts = useTexts(productTexts);
  return (
    <p aria-live="polite" className="mt-2 flex min-h-5 items-center gap-1.5 text-[13px]/[18px]">
      {name && (
        <>
          <span className="text-link">
            <Icon name="check" size={16} />
          </span>
          {texts.account} <strong className="font-semibold">{name}</strong>
        </>
      )}
    </p>
  );
}
