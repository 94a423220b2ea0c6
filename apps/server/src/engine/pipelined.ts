/**
 * Several statements of one transaction at once. The connection still runs them one after the other, in the order in which
 * they were asked for; but each is put together while the database works on the one before. The first failure is told when
 * all have ended, so that none of them comes behind the rollback.
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
