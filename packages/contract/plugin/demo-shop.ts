/** Where the demo shop of the project with this public token is. */
export const demoShopPath = (token: string): string => `/demo/${token}`;
