import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';

import { Notifications } from '@mantine/notifications';

/** How many notices may stand at once; makeRoom in notify.tsx keeps to it. */
const noticeLimit = 3;

/** The place of the notices. What was to be said before it came is said when it comes. */
export function Notices() {
  return <Notifications position="top-right" limit={noticeLimit} transitionDuration={120} />;
}
