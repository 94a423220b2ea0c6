/**
 * Issues several statements of one transaction at once. The connection still runs them one after the other, in the
 * order of issue, but each is built while the database executes the previous one. The first failure is thrown only
 * after all have ended, so that none of them runs after the rollback.
 */
export async function pipelined<Work extends readonly unknown[] | []>(
  work: Work,
): Promise<{ -readonly [At in keyof Work]: Awaited<Work[At]> }> {
  try {
    return await Promise.all(work);
  } catch (error) {
    await Promise.allSettled(work);
    throw error;
  }
}
