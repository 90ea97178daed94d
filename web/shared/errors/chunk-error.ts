/** Reports whether an error is that of a script or style that could not be loaded, in the words of the browsers and of Vite. */
export function isChunkError(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script failed|unable to preload css/iu.test(error.message)
  );
}
