/** What messages about a feed are about. */
export const aboutFeed = (feedId: number): string => `feed:${feedId}`;

/** What a message about a feed says of it. */
export const feedMessage = ({ id, name }: { readonly id: number; readonly name: string }) => ({
  about: aboutFeed(id),
  details: { feed: name },
  address: `/data/import/edit?id=${id}`,
});
