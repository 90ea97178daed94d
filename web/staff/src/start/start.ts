// Runs before the first paint (shared/app/start/start-page.ts).
import { startPage } from '@shared/app/start/start-page';

import { accountCalls, firstCalls } from './first-calls';

startPage(accountCalls, firstCalls);
