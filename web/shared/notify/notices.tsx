import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';

import { Notifications } from '@mantine/notifications';

/** The most notices shown at once; `makeRoom` in notify.tsx keeps to it. */
const noticeLimit = 3;

/** Shows the notices. Notices that were sent before it was mounted are shown when it mounts. */
export function Notices() {
  return <Notifications position="top-right" limit={noticeLimit} transitionDuration={120} />;
}
