import { defineTexts } from '@shared/i18n/texts';

/** What the frame of the pages says in the sandbox. */
export const sandboxShellTexts = defineTexts({
  en: { sandbox: 'Sandbox', banner: 'Sandbox: nothing here is real', leave: 'Leave the sandbox' },
  id: { sandbox: 'Sandbox', banner: 'Sandbox: tidak ada yang nyata di sini', leave: 'Keluar dari sandbox' },
});
