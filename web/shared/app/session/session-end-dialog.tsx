import { useTexts } from '@shared/i18n/texts';
import { MessageDialog } from '@shared/overlay/message-dialog';

import { sessionEndTexts } from './session-end-texts';

/** Says that the session is about to end. Who closes it is here, so the session goes on. */
export function SessionEndDialog({ onStay }: { onStay: () => void }) {
  const { title, text, stay } = useTexts(sessionEndTexts);
  return <MessageDialog opened onClose={onStay} title={title} text={text} ok={stay} />;
}
