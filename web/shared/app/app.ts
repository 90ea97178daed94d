import type { LinkOptions } from '@tanstack/react-router';
import { createContext, useContext } from 'react';

import type { Session } from '@shared/session/session';

import type { UserCalls } from './calls/user-calls';
import type { Account } from './session/account';
import type { Landing } from './session/landing';

/** What the parts of the kit need from their app: how it asks the server, who is signed in, and where they go. */
export interface App {
  /** The name of the product, in page titles and beside the logo. */
  productName: string;
  /** A word beside the logo that tells the app from the others. */
  productBadge?: string;
  session: Session;
  calls: UserCalls;
  account: Account;
  landing: Landing;
  /** Whether users belong to clients, so that they sign in with the id of theirs. */
  hasClients: boolean;
  /** The stream of hints about what changed. */
  eventsPath: string;
  /** The page for forgotten passwords, if there is one. */
  forgotPasswordLink?: LinkOptions;
}

/** Provides the app to all its parts; `createApp` sets it. Loaders and guards of routes read it from their context. */
export const AppContext = createContext<App | undefined>(undefined);

/** Returns the app that a part is used in. */
export function useApp(): App {
  const app = useContext(AppContext);
  if (!app) throw new Error('no app around this part: createApp provides it');
  return app;
}
