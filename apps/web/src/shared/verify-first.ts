import { create } from 'zustand';

/** Type 998: the server wants to know who the user is first, and says why. */
export const useVerifyFirst = create<{ readonly because: string | undefined }>(() => ({ because: undefined }));

export const requestVerification = (because: string) => useVerifyFirst.setState({ because });
export const forgetToVerify = () => useVerifyFirst.setState({ because: undefined });
