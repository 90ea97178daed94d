import type { ShopContact } from '@shared/shop/shop-data';

import { useTexts } from '@/language/language';
import { LanguageSwitch } from '@/language/language-switch';
import { Contact } from '@/parts/contact';
import { PageHeader } from '@/parts/page-header';
import { useHomeLink } from '@/parts/shop-links';

import { helpTexts } from './help-texts';

/** Questions of shoppers with their answers. */
export function HelpPage({ contact }: { contact: ShopContact | undefined }) {
  const texts = useTexts(helpTexts);
  const home = useHomeLink();
  return (
    <div className="flex min-h-dvh flex-col">
      <PageHeader title={texts.title} back={home} backLabel={texts.home} />
      <main className="mx-auto w-full max-w-2xl flex-1 px-4 py-5">
        {texts.questions.map(([question, answer]) => (
          <section key={question} className="border-b border-line py-4 first:pt-0">
            <h2 className="text-sm font-semibold">{question}</h2>
            <p className="mt-1 text-sm text-quiet">{answer}</p>
          </section>
        ))}
        <div className="mt-5">
          <Contact contact={contact} />
        </div>
        <div className="mt-4">
          <LanguageSwitch />
        </div>
      </main>
    </div>
  );
}
