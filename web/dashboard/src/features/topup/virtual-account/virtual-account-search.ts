import { searchSchema, text } from '@shared/url/search-fields';

/** Search parameters of the page of virtual accounts: the id of the chosen wallet. */
export const virtualAccountSearchSchema = searchSchema({ wallet: text(19) });
