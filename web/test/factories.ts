import type { CurrentUser } from '@shared/api/types';

interface Overrides {
  user?: Partial<Omit<CurrentUser, 'Client'>>;
  client?: Partial<CurrentUser['Client']>;
}

/** Makes a root user of a client with all features. */
export function makeUser({ user, client }: Overrides = {}): CurrentUser {
  return {
    id: '12',
    username: 'root',
    fullName: 'Rina Maharani',
    roleId: [7],
    role: ['client_root'],
    roleName: 'Client Root',
    active: true,
    email: 'root.1001@example.com',
    language: null,
    lastUsedAt: '2026-11-21T07:00:00Z',
    pin: true,
    permission: [6, 14],
    idleMinutes: 120,
    options: { depositEventNewReport: true },
    ...user,
    Client: {
      id: 1001,
      code: 'majujaya',
      name: 'Toko Maju Jaya',
      legalName: 'PT Toko Maju Jaya',
      emailFinance: 'billing.1001@example.com',
      features: ['corporate', 'unique-amount', 'connect'],
      hasSettlement: true,
      settlementActive: true,
      timeZone: 'Asia/Jakarta',
      ...client,
    },
  };
}
