import type { MutationFunctionContext, QueryKey } from '@tanstack/react-query';

/** The `onSuccess` of a mutation: loads again what it changed, which is all queries whose keys begin with one of these. */
export function reloads(...keys: readonly QueryKey[]) {
  return (_data: unknown, _variables: unknown, _result: unknown, { client }: MutationFunctionContext): void => {
    for (const queryKey of keys) void client.invalidateQueries({ queryKey });
  };
}

/** The `onSettled` of a mutation that may have had its effect although it failed: loads again as `reloads` does. */
export function reloadsAnyway(...keys: readonly QueryKey[]) {
  const reload = reloads(...keys);
  return (
    data: unknown,
    _error: Error | null,
    variables: unknown,
    result: unknown,
    context: MutationFunctionContext,
  ): void => reload(data, variables, result, context);
}
