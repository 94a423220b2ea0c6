import { create } from 'zustand';

/** Type 998: the server requires identity verification first, with a reason. */
export const useVerifyFirst = create<{ readonly because: string | undefined }>(() => ({ because: undefined }));

export const requestVerification = (because: string) => useVerifyFirst.setState({ because });
export const forgetToVerify = () => useVerifyFirst.setState({ because: undefined });
