import { type Day, daysBetween, todayIn } from '@shared/format/calendar-day';
import type { StatusTone } from '@shared/ui/status-pill';

/** Rows of a full page. A shorter page is the last one. */
export const pageSize = 10;

/** A proof may have at most this many bytes, as on the server. */
const largestProof = 10 * 1024 * 1024;

/** The types of files that prove a payment. */
export const proofTypes = ['image/jpeg', 'image/png', 'application/pdf'] as const;

/** What the tag of an invoice says. An unpaid one with a proof is pending. */
export type InvoiceState = 'unpaid' | 'pending' | 'paid' | 'done';

interface Paid {
  status: 'unpaid' | 'paid' | 'done';
  payment_confirm_file: string;
}

export function stateOf({ status, payment_confirm_file: proof }: Paid): InvoiceState {
  return status === 'unpaid' && proof !== '' ? 'pending' : status;
}

/** Whether the client can still send a proof: until staff mark the invoice as paid. */
export function isOpen({ status }: Pick<Paid, 'status'>): boolean {
  return status === 'unpaid';
}

/** The last day of what an invoice is about: the server gives the first moment after it. */
export function transactionDay({ transactionDate }: { transactionDate: string }, zone: string): Day {
  return todayIn(zone, new Date(Date.parse(transactionDate) - 1));
}

/** The colour and icon of a state. */
export const stateTones = {
  unpaid: 'waiting',
  pending: 'waiting',
  paid: 'done',
  done: 'done',
} as const satisfies Record<InvoiceState, StatusTone>;

/** Whole days until the due day; negative afterwards. Null for an invoice that is paid. */
export function daysUntilDue(invoice: Pick<Paid, 'status'> & { dueDate: Day }, today: Day): number | null {
  return isOpen(invoice) ? daysBetween(today, invoice.dueDate) : null;
}

/** What is wrong with the file of a proof, before it is sent. The server checks its content. */
export type ProofProblem = 'missing' | 'kind' | 'large';

export function proofProblem(file: Pick<File, 'size' | 'type'> | undefined): ProofProblem | null {
  if (!file) return 'missing';
  if (!proofTypes.some((type) => type === file.type)) return 'kind';
  return file.size > largestProof ? 'large' : null;
}
