import { oneOf, searchSchema } from '@shared/url/search-fields';

/** Search parameters of the page that the link in the e-mail leads to: whether a new password was sent. */
export const resultSchema = searchSchema({ isOk: oneOf(['true', 'false']) });
