/** Words of the prompt phrases: 256 short and common ones, each different from the others at a glance. */
export const promptWords: readonly string[] = `
acorn amber anchor apple apron arrow aspen atlas autumn badge bagel bamboo banjo barley basket beacon
beaver berry birch bison blanket blossom bottle boulder branch breeze brick bridge bronze brook bucket buffalo
button cabin cactus camel candle canoe canyon carpet carrot castle cedar cello chalk cherry chimney cider
cinnamon circle clover coast cobalt coconut comet copper coral cotton cradle crane crater cricket crown crystal
curtain cypress daisy delta denim desert diamond dolphin donkey dragon drum dune eagle easel ember emerald
engine falcon feather fennel ferry fiddle field flame flint flute forest fossil fountain fox galaxy garden
garlic garnet geyser ginger glacier goblet granite grape gravel guitar hammer harbor harvest hazel hedge heron
hickory honey horizon iceberg indigo island ivory jacket jasmine jelly jigsaw jungle juniper kayak kettle kiwi
knot ladder lagoon lake lantern lavender lemon lentil lilac linen lizard llama lobster locket lotus lumber
magnet mango maple marble meadow melon mirror mitten monsoon moose mortar moss mountain mustard napkin nectar
needle nickel nutmeg oasis oat ocean olive onyx opal orange orbit orchid otter oyster paddle panda
panther paper parsley peach peanut pearl pebble pelican pepper piano pigeon pillow pine planet plum pocket
pond poppy prairie prism puffin pumpkin quail quartz quilt rabbit radish raft rain raven ribbon rice
river robin rocket rope ruby saddle saffron salmon sandal sapphire satin scarf seal shell silver sketch
slate sleigh snow sparrow spice spruce squash stable statue stone stork sugar summit sunset swan tablet
tea thistle thunder tiger timber tomato topaz tulip tundra turnip turtle umbrella valley vanilla velvet violin
`
  .trim()
  .split(/\s+/);
