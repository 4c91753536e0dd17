export const demoShopPath = (token: string): string => `/demo/${token}`;
