"""Sixty invented papers of all kinds, and their venues."""

VENUES = """
- {id: icnp, name: Proceedings of the Conference on Network Protocols, short: ICNP, kind: conference}
- {id: ton, name: Transactions on Networking, kind: journal}
- {id: nature, name: Letters of Nature, kind: journal}
- {id: arxiv, name: arXiv, kind: preprint}
- {id: hotws, name: Workshop on Hot Switches, kind: workshop}
"""
PAPERS = """
- {id: c1, title: Gradient scheduling in networks, authors: [Jin Fang], venue: icnp, date: 2023, pages: 1-12}
- {id: c2, title: Routing with aggregation, authors: [Jin Fang, Hongli Xu], venue: icnp, date: 2024, pages: 100-109}
- {id: c3, title: Placing work on machines, authors: [Jin Fang, Hongli Xu, Ming Li], venue: icnp, date: 2022}
- {id: c4, title: Where do packets go?, authors: [Jin Fang, Hongli Xu, Ming Li, Wei Chen], venue: icnp, date: 2021, pages: 5-6}
- {id: c5, title: On seven authors, authors: [Jin Fang, Hongli Xu, Ming Li, Wei Chen, Anna Berg, Otto Kraus, Lea Roth], venue: icnp, date: 2020, pages: 33-47}
- {id: c6, title: A paper with a number, authors: [Jean-Pierre Dupont, Ada B. Byron], venue: icnp, date: 2019, pages: 7-9, doi: 10.1000/c6}
- {id: w1, title: Hot and cold switches, authors: [Otto Kraus, Lea Roth], venue: hotws, date: 2018, pages: 1-6}
- {id: w2, title: Cold starts, authors: [Lea Roth], venue: hotws, date: 2017}
- {id: d1, title: A switch on stage, authors: [Wei Chen, Anna Berg], venue: icnp, kind: demo, date: 2022, pages: 1-2}
- {id: p1, title: A switch on paper, authors: [Anna Berg], venue: icnp, date: 2023, pages: 3-4}
- {id: j1, title: Aggregation in the network, authors: [Jin Fang], venue: ton, date: 2023, volume: "32", number: "4", pages: 1123-1138}
- {id: j2, title: Robust placement, authors: [Jin Fang, Hongli Xu], venue: ton, date: 2022, volume: "31", pages: 5-19}
- {id: j3, title: Edge clouds under load, authors: [Jin Fang, Hongli Xu, Ming Li], venue: ton, date: 2021, volume: "30", number: "1"}
- {id: j4, title: Learning to forward, authors: [Jin Fang, Hongli Xu, Ming Li, Wei Chen], venue: nature, date: 2020, volume: "7", number: "12", pages: 88-97, doi: 10.1000/j4}
- {id: j5, title: Five hands on one paper, authors: [Jin Fang, Hongli Xu, Ming Li, Wei Chen, Anna Berg], venue: nature, date: 2019, volume: "6", number: "2", pages: 300-312}
- {id: j6, title: Six hands on one paper, authors: [Jin Fang, Hongli Xu, Ming Li, Wei Chen, Anna Berg, Otto Kraus], venue: nature, date: 2018, volume: "5", number: "3", pages: 20-29}
- {id: j7, title: Seven hands on one paper, authors: [Jin Fang, Hongli Xu, Ming Li, Wei Chen, Anna Berg, Otto Kraus, Lea Roth], venue: nature, date: 2017, volume: "4", number: "1", pages: 11-19}
- {id: j8, title: Eight hands on one paper, authors: [Jin Fang, Hongli Xu, Ming Li, Wei Chen, Anna Berg, Otto Kraus, Lea Roth, Paul Stein], venue: nature, date: 2016, volume: "3", number: "9", pages: 41-58}
- {id: j9, title: Theory of queues, authors: [Ludwig van der Berg], venue: ton, date: 2015, volume: "24", number: "6", pages: 701-715, doi: 10.1000/j9}
- {id: j10, title: Is one queue enough?, authors: [Paul Stein, Lea Roth], venue: ton, date: 2014, volume: "23", number: "5", pages: 9-17}
- {id: a1, title: Overlapping kernels, authors: [Ming Li, Wei Chen], venue: arxiv, date: 2025, arxiv: "2501.00001"}
- {id: a2, title: Kernels without end, authors: [Ming Li], venue: arxiv, date: 2024, arxiv: "2404.01234"}
- {id: a3, title: Many small kernels, authors: [Ming Li, Wei Chen, Anna Berg], venue: arxiv, date: 2023, arxiv: "2301.09999"}
- {id: b1, title: Networks from scratch, authors: [Anna Berg], kind: book, publisher: Harbour Press, date: 2010}
- {id: b2, title: Queues and their people, authors: [Anna Berg, Otto Kraus], kind: book, publisher: Harbour Press, date: 2011}
- {id: b3, title: A history of switches, authors: [Otto Kraus, Lea Roth, Paul Stein], kind: book, publisher: Mill Books, date: 2012}
- {id: b4, title: The last packet, authors: [Paul Stein], kind: book, publisher: Mill Books, date: 2013}
- {id: h1, title: Switches at sea, authors: [Otto Kraus], kind: chapter, venue: Handbook of Networks, publisher: Harbour Press, date: 2012, pages: 55-80}
- {id: h2, title: Queues at rest, authors: [Lea Roth, Paul Stein], kind: chapter, venue: Handbook of Networks, publisher: Harbour Press, date: 2013, pages: 81-99}
- {id: h3, title: Short links, authors: [Wei Chen, Ming Li, Jin Fang], kind: chapter, venue: Companion to Links, publisher: Mill Books, date: 2014, pages: 3-21}
- {id: t1, title: Aggregation in programmable networks, authors: [Jin Fang], kind: thesis, publisher: Some University, date: 2024}
- {id: t2, title: On queues, authors: [Lea Roth], kind: thesis, publisher: Other University, date: 2009}
- {id: t3, title: Clocks in networks, authors: [Wei Chen], kind: thesis, publisher: Third University, date: 2011}
- {id: r1, title: A survey of switches, authors: [Anna Berg, Lea Roth], kind: report, publisher: Institute of Links, number: TR-12, date: 2008}
- {id: r2, title: Measured delays, authors: [Paul Stein], kind: report, publisher: Institute of Links, number: TR-13, date: 2009}
- {id: r3, title: Delays again, authors: [Paul Stein, Anna Berg, Otto Kraus], kind: report, publisher: Institute of Links, number: TR-14, date: 2010}
- {id: s1, title: Traces of a campus, authors: [Ming Li, Jin Fang], kind: dataset, publisher: Data House, date: 2021, doi: 10.1000/s1}
- {id: s2, title: Delays of a city, authors: [Hongli Xu], kind: dataset, publisher: Data House, date: 2022, doi: 10.1000/s2}
- {id: s3, title: Forwarder, authors: [Jin Fang], kind: software, publisher: Code House, date: 2023}
- {id: s4, title: Packet mill, authors: [Wei Chen, Ming Li], kind: software, publisher: Code House, date: 2024}
"""

IN_FULL = """
- {id: j, title: Aggregation in the network, authors: [Jin Fang], venue: ton, date: 2023-03, volume: "32", number: "4", pages: 1123-1138}
- {id: jd, title: Aggregation in the network, authors: [Jin Fang], venue: ton, date: 2023-03-05, volume: "32", number: "4", pages: 1123-1138, doi: 10.1000/x}
- {id: c, title: Gradient scheduling in networks, authors: [Jin Fang], venue: icnp, date: 2023-11, pages: 1-12, publisher: IEEE, place: "New York, NY", series: Lecture Notes in Networks}
- {id: cp, title: Gradient scheduling in networks, authors: [Jin Fang], venue: icnp, date: 2023-11, pages: 1-12, publisher: IEEE, place: "New York, NY"}
- {id: cq, title: Gradient scheduling in networks, authors: [Jin Fang], venue: icnp, date: 2023, pages: 1-12, publisher: IEEE}
- {id: cs, title: Gradient scheduling in networks, authors: [Jin Fang], venue: icnp, date: 2023, series: Lecture Notes in Networks, volume: "7"}
- {id: b, title: Networks from scratch, authors: [Anna Berg], kind: book, publisher: Harbour Press, place: Berlin, edition: "2", series: Notes on Networks, date: 2010}
- {id: bp, title: Networks from scratch, authors: [Anna Berg], kind: book, publisher: Harbour Press, place: Berlin, date: 2010}
- {id: be, title: Networks from scratch, authors: [Anna Berg], kind: book, publisher: Harbour Press, edition: "3", date: 2010}
- {id: br, title: Networks from scratch, authors: [Anna Berg], kind: book, publisher: Harbour Press, edition: revised, date: 2010}
- {id: bv, title: Networks from scratch, authors: [Anna Berg], kind: book, publisher: Harbour Press, series: Notes on Networks, volume: "5", date: 2010}
- {id: h, title: Switches at sea, authors: [Otto Kraus], kind: chapter, venue: Handbook of Networks, publisher: Harbour Press, place: Berlin, edition: "2", series: Notes on Networks, date: 2012, pages: 55-80}
- {id: hp, title: Switches at sea, authors: [Otto Kraus], kind: chapter, venue: Handbook of Networks, publisher: Harbour Press, place: Berlin, date: 2012, pages: 55-80}
- {id: he, title: Switches at sea, authors: [Otto Kraus], kind: chapter, venue: Handbook of Networks, publisher: Harbour Press, edition: "2", date: 2012, pages: 55-80}
- {id: t, title: On queues, authors: [Lea Roth], kind: thesis, publisher: Other University, place: Berlin, date: 2009-07}
- {id: r, title: A survey of switches, authors: [Anna Berg, Lea Roth], kind: report, publisher: Institute of Links, place: Berlin, number: TR-12, date: 2008-07, series: Reports of Links}
- {id: rm, title: A survey of switches, authors: [Anna Berg, Lea Roth], kind: report, publisher: Institute of Links, place: Berlin, number: TR-12, date: 2008-07}
- {id: a, title: Overlapping kernels, authors: [Ming Li, Wei Chen], venue: arxiv, date: 2025-01, arxiv: "2501.00001"}
- {id: s, title: Forwarder, authors: [Jin Fang], kind: software, publisher: Code House, date: 2023-05, edition: "3"}
- {id: sp, title: Forwarder, authors: [Jin Fang], kind: software, publisher: Code House, date: 2023-05, place: Berlin}
- {id: d, title: Traces of a campus, authors: [Ming Li, Jin Fang], kind: dataset, publisher: Data House, date: 2021-06, place: Berlin, edition: "3"}
"""
"""Those with all that can be said of where and when they appeared."""
