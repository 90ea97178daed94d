import { useRef, useState } from 'react';

import { copyToClipboard } from '@shared/ui/copy-to-clipboard';

import { countedClick } from '@/events/shop-event';
import { useTexts } from '@/language/language';

import { orderTexts } from './order-texts';

/** A text with a button that copies it, such as an electricity token. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const texts = useTexts(orderTexts);
  const [copied, setCopied] = useState<'' | 'copied' | 'failed'>('');
  const text = useRef<HTMLSpanElement>(null);
  const copy = async () => {
    if (await copyToClipboard(value)) {
      setCopied('copied');
      return;
    }
    // Where no way is allowed the text is selected: the shopper copies it.
    if (text.current) window.getSelection()?.selectAllChildren(text.current);
    setCopied('failed');
  };
  return (
    <section className="flex flex-wrap items-center gap-3 rounded-2xl border border-line bg-band px-4 py-3">
      <p className="min-w-0 flex-1">
        <span className="block text-xs text-quiet">{label}</span>
        <span ref={text} className="font-mono text-base wrap-anywhere">
          {value}
        </span>
      </p>
      <button
        {...countedClick('copy')}
        type="button"
        className="min-h-11 rounded-button bg-second px-4 text-sm font-medium text-second-text"
        onClick={() => void copy()}
      >
        <span aria-live="polite">
          {copied === 'copied' ? texts.copied : copied === 'failed' ? texts.selected : texts.copy}
        </span>
      </button>
    </section>
  );
}
