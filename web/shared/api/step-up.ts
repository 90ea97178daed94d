/** Ways to prove who uses a session: a passkey, a code of an authenticator app, or the password. */
export type ProofMethod = 'passkey' | 'app' | 'password';

const proofMethods: readonly ProofMethod[] = ['passkey', 'app', 'password'];

/** Asks the user for a proof by one of the methods. Resolves with whether the session has a new token. */
type AskForProof = (methods: readonly ProofMethod[]) => Promise<boolean>;

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
  const serving = proofMethods.filter((method) => methods.includes(method));
  question ??= (askForProof?.(serving) ?? Promise.resolve(false)).finally(() => {
    question = undefined;
  });
  return question;
}
