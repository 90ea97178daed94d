import { useQuery } from '@tanstack/react-query';

import { api } from '@/api';
import type { AnswerOf } from '@/api-types';
import { unwrap } from '@shared/api/problem';
import { createAccount } from '@shared/app/session/account';
import { useHasPermission as useAccountPermission } from '@shared/app/session/use-account';
import { languages } from '@shared/i18n/language';

import { session } from './session';

/** The signed-in member of staff. */
type CurrentStaff = AnswerOf<'/staff/v1/me', 'get'>;

const userName = 'user';

/** The zone of all times that staff see: that of the business. */
export const staffZone = 'Asia/Jakarta';

interface Question {
  token: string | undefined;
  answer: Promise<CurrentStaff>;
}

let question: Question | undefined;

/** User and permissions come in one answer: who asks for both at a time makes one call. */
function askOnce(): Promise<CurrentStaff> {
  const { token } = session.read();
  if (question && question.token === token) return question.answer;
  const own: Question = { token, answer: unwrap(api.GET('/staff/v1/me')) };
  question = own;
  const forget = () => {
    if (question === own) question = undefined;
  };
  own.answer.then(forget, forget);
  return own.answer;
}

/** The signed-in member of staff, and what they may do. */
export const account = createAccount<CurrentStaff>({
  session,
  askUser: askOnce,
  askPermissions: async () => (await askOnce()).permission,
  describe: ({ fullName, roles, language, idleMinutes }) => ({
    fullName,
    detail: roles.join(', '),
    language: languages.find((one) => one === language) ?? null,
    timeZone: staffZone,
    features: [],
    idleMinutes,
  }),
  keep: (user) => session.keep(userName, user),
  readStoredUser: () => session.readStored(userName),
});

/** Returns the signed-in member of staff, or undefined while unknown. Makes no call. */
export function useCurrentStaff(): CurrentStaff | undefined {
  return useQuery({ ...account.userOptions(), enabled: false }).data;
}

/** Reports whether the member of staff has a permission. */
export function useHasPermission(id: number): boolean {
  return useAccountPermission(account, id);
}
