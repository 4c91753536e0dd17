export const aboutFeed = (feedId: number): string => `feed:${feedId}`;

export const feedMessage = ({ id, name }: { readonly id: number; readonly name: string }) => ({
  about: aboutFeed(id),
  details: { feed: name },
  address: `/data/import/edit?id=${id}`,
});
