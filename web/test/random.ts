/** Whole numbers from 0 to below a bound, always the same ones for a seed. */
export function randomOf(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % bound;
  };
}
