/** Ways to prove who uses a session; a code of an authenticator app, or the password. */
export type ProofMethod = 'app' | 'password';

/** Asks the user for a proof. Resolves with whether the session has a new token. */
type AskForProof = (method: ProofMethod) => Promise<boolean>;

let askForProof: AskForProof | undefined;
let question: Promise<boolean> | undefined;

/** Sets who asks the user; returns how to stop. The page that shows the dialog calls it. */
export function onProofNeeded(ask: AskForProof): () => void {
  askForProof = ask;
  return () => {
    if (askForProof === ask) askForProof = undefined;
  };
}

/** Asks for a proof, once for all calls that need it meanwhile. Resolves with false if nobody can ask. */
export function proveUser(methods: readonly string[]): Promise<boolean> {
  question ??= (askForProof?.(methods.includes('app') ? 'app' : 'password') ?? Promise.resolve(false)).finally(() => {
    question = undefined;
  });
  return question;
}
