import type { LinkProps } from './page-header';

interface Props {
  title: string;
  text: string;
  action: string;
  link: LinkProps;
}

/** A page that only says something, with one way on. */
export function MessagePage({ title, text, action, link }: Props) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-sm flex-col items-center justify-center px-4 text-center">
      <h1 className="text-xl/7 font-semibold">{title}</h1>
      <p className="mt-2 text-sm text-quiet">{text}</p>
      <a
        {...link}
        className="mt-5 inline-flex min-h-12 items-center rounded-button bg-pay px-6 text-sm font-semibold text-pay-text"
      >
        {action}
      </a>
    </main>
  );
}
