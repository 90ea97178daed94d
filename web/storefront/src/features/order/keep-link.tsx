import { useTexts } from '@/language/language';

import { CopyField } from './copy-field';
import { orderTexts } from './order-texts';

/** The address of the page, which alone leads to the order: to copy, or to share where the browser can. */
export function KeepLink({ title }: { title: string }) {
  const texts = useTexts(orderTexts);
  const { origin, pathname } = window.location;
  const url = origin + pathname;
  return (
    <section aria-label={texts.keep} className="space-y-2">
      <CopyField label={texts.keep} value={url} />
      {'share' in navigator && (
        <button
          type="button"
          className="inline-flex min-h-11 items-center text-sm text-link underline underline-offset-4"
          // A shopper who closes the sheet has shared nothing: no fault.
          onClick={() => void navigator.share({ title, url }).catch(() => undefined)}
        >
          {texts.share}
        </button>
      )}
    </section>
  );
}
