import { type Texts, useTexts } from '@/language/language';

const id = { label: 'Pratinjau', text: 'Pratinjau: nama, produk, dan harga di sini hanya contoh.' };
const en: typeof id = { label: 'Preview', text: 'Preview: the name, the products and the prices here are examples.' };
const texts: Texts<typeof id> = { id, en };

/** Says in a window of its own that nothing here is sold, whatever code its address has. */
export function PreviewNote() {
  const { label, text } = useTexts(texts);
  return (
    <aside aria-label={label} className="bg-accent px-4 py-2 text-center text-sm text-text">
      {text}
    </aside>
  );
}
