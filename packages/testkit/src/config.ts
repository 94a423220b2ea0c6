/** Whether tests run in their long form, which has time, and a machine of its own. */
export const areTestsLong = (): boolean => process.env.TESTS_LONG === '1';
