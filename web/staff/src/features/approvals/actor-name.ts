import type { approvalTexts } from './approval-texts';

const operator = 'os:';

/** The name of an actor without its kind: budi of `staff:budi` and of `os:budi`. */
function nameOf(actor: string): string {
  return actor.slice(actor.indexOf(':') + 1);
}

/** Reports whether an actor is the member of staff with a username: the server compares names, however one signed in. */
export function isSelf(actor: string, username: string | undefined): boolean {
  return username !== undefined && nameOf(actor).trim().toLowerCase() === username.toLowerCase();
}

/** Returns how an actor is called on the screen. */
export function actorName(actor: string, username: string | undefined, texts: (typeof approvalTexts)['en']): string {
  if (isSelf(actor, username)) return texts.you;
  return actor.startsWith(operator) ? texts.operator(nameOf(actor)) : nameOf(actor);
}
